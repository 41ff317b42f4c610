import { existsSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { findPostgresBinaries } from '@app/services/product/embedded-postgres/cluster.ts'
import { run, step } from './commands.ts'
import { copyDebian } from './debian-files.ts'
import type { Engine } from './engine.ts'

/** Keyed by the variables of docker-compose.yml. */
export const IMAGES = {
  NODE_IMAGE: 'local/debian-node:1.0',
  POSTGRES_IMAGE: 'local/npm-postgres:1.0',
  ESDB_IMAGE: 'local/stand-in-for-eventstoredb:1.0',
  MAIL_IMAGE: 'local/mail-catcher:1.0',
  GENCERT_IMAGE: 'local/stand-in-for-gencert:1.0',
} as const

const HERE = join(import.meta.dirname, 'images')
const STAND_IN = join(import.meta.dirname, '../eventstoredb/stand-in/main.ts')
const FROM = `FROM ${IMAGES.NODE_IMAGE}\n`

/** Builds images from this machine's files, because no registry is available. */
export async function buildBaseImages({ folder, env }: Engine): Promise<void> {
  await step('base image: Debian, Node, npm', () => importBase(folder, env))
  const image = async (
    tag: string,
    what: string,
    fill: (context: string) => Promise<string>,
  ): Promise<void> => {
    const context = join(folder, 'contexts', tag.replace(/\W/g, '-'))
    await mkdir(context, { recursive: true })
    const label = `LABEL org.opencontainers.image.title="${what}"\n`
    await writeFile(join(context, 'Dockerfile'), FROM + label + (await fill(context)))
    await step(what, () => run('docker', ['build', '--quiet', '--tag', tag, context], { env }))
    await rm(context, { recursive: true })
  }
  await step('cache of npm', () => seedNpmCache({ folder, env }))
  await image(IMAGES.POSTGRES_IMAGE, 'PostgreSQL from npm, with our own entry point', postgresImage)
  await image(IMAGES.ESDB_IMAGE, 'stand-in for EventStoreDB', standInImage)
  await image(IMAGES.MAIL_IMAGE, 'our own mail catcher', mailImage)
  await image(IMAGES.GENCERT_IMAGE, 'stand-in for es-gencert-cli, by openssl', gencertImage)
}

async function importBase(folder: string, env: Engine['env']): Promise<void> {
  const root = join(folder, 'debian')
  await mkdir(root)
  await copyDebian(root)
  const local = join(root, 'usr/local')
  const npm = dirname(dirname(await npmSays('root', '--global')))
  await mkdir(join(local, 'lib/node_modules'), { recursive: true })
  await mkdir(join(local, 'bin'), { recursive: true })
  await cp(process.execPath, join(local, 'bin/node'), { dereference: true })
  await cp(join(npm, 'lib/node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  const changes = [
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(await npmSettings()),
  ]
  const args = ['import', ...changes.flatMap((change) => ['--change', change]), '-', IMAGES.NODE_IMAGE]
  const pipe = 'tar --numeric-owner --owner=0 --group=0 -C "$0" -cf - . | docker "$@"'
  await run('sh', ['-c', pipe, root, ...args], { env })
  await rm(root, { recursive: true })
  const trial = ['run', '--rm', IMAGES.NODE_IMAGE, 'node', '--version']
  const said = await run('docker', trial, { env })
  if (!said.includes(process.version)) throw new Error(`node in a container: ${said}`)
}

const npmSays = async (...args: readonly string[]): Promise<string> =>
  (await run('npm', ['--loglevel=silent', ...args])).trim()

/** This machine's settings of npm's registry, without credentials. */
async function npmSettings(): Promise<readonly string[]> {
  const registry = await npmSays('config', 'get', 'registry')
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  return [
    `ENV npm_config_registry=${registry}`,
    `ENV npm_config_cafile=${authorities}`,
    `ENV NODE_EXTRA_CA_CERTS=${authorities}`,
  ]
}

/** Copies packages that npm has downloaded before, so that the build downloads less. */
async function seedNpmCache({ folder, env }: Pick<Engine, 'folder' | 'env'>): Promise<void> {
  const cache = await npmSays('config', 'get', 'cache')
  if (!existsSync(join(cache, '_cacache'))) return
  const file = join(folder, 'cache.Dockerfile')
  const mounts = '--mount=type=cache,target=/root/.npm --mount=type=bind,target=/here'
  await writeFile(file, `${FROM}RUN ${mounts} cp -r /here/_cacache /root/.npm/\n`)
  await run('docker', ['build', '--quiet', '--file', file, cache], { env })
}

async function postgresImage(context: string): Promise<string> {
  const { postgres } = await findPostgresBinaries()
  await cp(dirname(dirname(postgres)), join(context, 'native'), { recursive: true, verbatimSymlinks: true })
  await copyTo(context, 'postgres-entry-point.sh', 'pg-is-ready.mjs')
  return `COPY native /opt/postgres
COPY postgres-entry-point.sh /usr/local/bin/
COPY pg-is-ready.mjs /usr/local/bin/pg_isready
RUN chmod 755 /usr/local/bin/pg_isready /usr/local/bin/postgres-entry-point.sh \\
  && install -d -o postgres -g postgres /var/lib/postgresql
ENV PATH=/opt/postgres/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
STOPSIGNAL SIGINT
EXPOSE 5432
VOLUME /var/lib/postgresql
ENTRYPOINT ["postgres-entry-point.sh"]
CMD ["postgres"]
`
}

async function standInImage(context: string): Promise<string> {
  await bundle(STAND_IN, join(context, 'stand-in.mjs'))
  await copyTo(context, 'log-server.mjs', 'curl.mjs')
  return `COPY stand-in.mjs log-server.mjs /opt/
COPY curl.mjs /usr/local/bin/curl
RUN chmod 755 /usr/local/bin/curl && install -d -o node -g node /var/lib/eventstore /var/log/eventstore
USER node
EXPOSE 2113
CMD ["node", "/opt/log-server.mjs"]
`
}

async function mailImage(context: string): Promise<string> {
  await bundle(join(HERE, 'mail-catcher.ts'), join(context, 'mail-catcher.mjs'))
  return 'COPY mail-catcher.mjs /opt/\nUSER node\nEXPOSE 1025 8025\nCMD ["node", "/opt/mail-catcher.mjs"]\n'
}

async function gencertImage(context: string): Promise<string> {
  await copyTo(context, 'es-gencert-cli.sh')
  return 'COPY es-gencert-cli.sh /usr/local/bin/es-gencert-cli\nRUN chmod 755 /usr/local/bin/es-gencert-cli\n'
}

const copyTo = async (context: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await cp(join(HERE, name), join(context, name))
}

/** Names that CommonJS packages of a bundle call. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

const bundle = (from: string, outfile: string) =>
  build({
    entryPoints: [from],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    logLevel: 'warning',
  })
