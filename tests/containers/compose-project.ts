import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { IMAGES } from './base-images.ts'
import { run } from './commands.ts'
import { freePort } from '../support/processes/product-calls.ts'
import { ROOT } from '../support/source-files.ts'

/** The project's compose file in a separate folder, with a .env as users write it. */
export interface ComposeProject {
  readonly folder: string
  readonly productUrl: string
  readonly mailUrl: string
  /** `docker compose …`; returns its whole output. */
  compose(args: readonly string[], limitMs?: number): Promise<string>
  docker(args: readonly string[], limitMs?: number): Promise<string>
  /** Ids of containers, even of ended ones. */
  containers(filter: string): Promise<readonly string[]>
  dispose(): Promise<void>
}

export const ADMIN_PASSWORD = 'Solo-en-esta-prueba-1'
const LIMIT_MS = 60_000
const NOT_SOURCES = new Set(['.git', 'node_modules', 'dist', 'coverage', '.env'])
const isSource = (path: string): boolean =>
  !NOT_SOURCES.has(basename(path)) && !relative(ROOT, path).startsWith('.data')

export async function openComposeProject(): Promise<ComposeProject> {
  const folder = await mkdtemp(join(tmpdir(), 'app-compose-'))
  await cp(ROOT, folder, { recursive: true, filter: isSource })
  const [productPort, mailPort] = [await freePort(), await freePort()]
  const productUrl = `http://127.0.0.1:${productPort}`
  const settings = {
    ...IMAGES,
    PUBLISHED_PORT: productPort,
    PUBLIC_URL: productUrl,
    MAIL_PORT: mailPort,
    ADMIN_PASSWORD,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, '.env'), lines.join(''))
  const docker = (args: readonly string[], limitMs = LIMIT_MS): Promise<string> =>
    run('docker', args, { limitMs, cwd: folder, env: withoutOurs(Object.keys(settings)) })
  const compose = (args: readonly string[], limitMs?: number): Promise<string> =>
    docker(['compose', ...args], limitMs)
  return {
    folder,
    productUrl,
    mailUrl: `http://127.0.0.1:${mailPort}`,
    compose,
    docker,
    containers: async (filter) =>
      (await docker(['ps', '--all', '--quiet', '--filter', filter])).split('\n').filter(Boolean),
    dispose: async () => {
      await compose(['--profile', 'cluster', 'down', '--volumes', '--timeout', '5']).catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Removes our environment, which would override .env. */
const withoutOurs = (names: readonly string[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries([...names, 'DEMO', 'SMTP_URL'].map((name) => [name, undefined]))
