# The worker with Chromium. Debian, because Temporal's native module is built for glibc only.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY scripts ./scripts
COPY src ./src
RUN node scripts/build.mjs && npm prune --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates chromium chromium-driver fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/* \
  # Debian's newest: a build says which.
  && chromium --version \
  && chromedriver --version \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY bin ./bin
COPY docker/worker-health.mjs ./docker/
# A build says how large it is.
RUN du -shx /usr /app
ENV NODE_ENV=production \
  STEADYHAND_HEALTH=127.0.0.1:9465 \
  STEADYHAND_HOME=/data/home \
  STEADYHAND_SHARED=/data/shared
USER node
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "docker/worker-health.mjs"]
ENTRYPOINT ["node", "dist/worker.js"]
