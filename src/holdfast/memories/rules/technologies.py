"""Technologies that are known by name, with the other spellings of each."""

# One line per technology: the canonical name, then its other spellings.
_TECHNOLOGIES = """
PostgreSQL: postgres psql pg
MySQL:
MariaDB:
SQLite: sqlite3
MongoDB: mongo
Redis:
Valkey:
Memcached:
Cassandra:
DynamoDB:
CockroachDB:
ClickHouse:
DuckDB:
Elasticsearch: elastic
OpenSearch:
Neo4j:
Qdrant:
Pinecone:
Weaviate:
Milvus:
pgvector:
Snowflake:
BigQuery:
Kafka:
RabbitMQ:
NATS:
Celery:
Airflow:
dbt:
Spark: pyspark
Kubernetes: k8s kube
Docker:
Podman:
Helm:
Terraform:
Ansible:
Pulumi:
Vagrant:
Nginx:
Caddy:
Traefik:
Envoy:
HAProxy:
Istio:
Consul:
Vault:
Nomad:
Prometheus:
Grafana:
Datadog:
Sentry:
OpenTelemetry: otel
Jaeger:
Loki:
AWS: amazon-web-services
GCP: google-cloud
Azure:
Heroku:
Netlify:
Vercel:
Cloudflare:
DigitalOcean:
Fly.io: flyio
Hetzner:
S3:
EC2:
Lambda:
Jenkins:
CircleCI:
GitHub: gh
GitLab:
Bitbucket:
Git:
Python: python3 py
JavaScript: js
TypeScript: ts
Java:
Kotlin:
Scala:
Swift:
Go: golang
Rust:
Ruby:
PHP:
Perl:
Haskell:
Erlang:
Elixir:
Clojure:
C++: cpp
C#: csharp
F#: fsharp
R:
Julia:
Lua:
Zig:
Dart:
SQL:
Bash:
PowerShell: pwsh
Node.js: nodejs
Deno:
Bun:
npm:
pnpm:
Yarn:
React: reactjs react.js
Vue: vuejs vue.js
Angular: angularjs
Svelte: sveltekit
Next.js: nextjs
Nuxt: nuxtjs
Express: expressjs
Vite:
webpack:
Tailwind: tailwindcss
Django:
Flask:
FastAPI:
Starlette:
Pydantic:
SQLAlchemy:
Alembic:
NumPy:
pandas:
Polars:
SciPy:
PyTorch:
TensorFlow:
Keras:
scikit-learn: sklearn
Jupyter:
Rails: ruby-on-rails
Laravel:
Spring:
Hibernate:
.NET: dotnet
Flutter:
Electron:
Tauri:
GraphQL:
gRPC: grpc
REST:
OpenAPI: swagger
WebSocket: websockets
OAuth: oauth2
JWT:
pytest:
Jest:
Vitest:
Playwright:
Cypress:
Selenium:
Ruff:
mypy:
ESLint:
Prettier:
Poetry:
Linux:
Ubuntu:
Debian:
Alpine:
Windows:
macOS: osx
iOS:
Android:
Vim:
Neovim: nvim
Emacs:
VS Code: vscode
PyCharm:
IntelliJ:
Xcode:
Slack:
Jira:
Linear:
Notion:
Figma:
Stripe:
OpenAI:
Anthropic:
Claude:
LangChain:
Ollama:
Hugging Face: huggingface
MCP:
"""


def _known_aliases(table: str) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for line in table.strip().splitlines():
        name, _, others = line.partition(":")
        aliases |= dict.fromkeys((name.casefold(), *others.split()), name)
    return aliases


KNOWN_ALIASES: dict[str, str] = _known_aliases(_TECHNOLOGIES)
