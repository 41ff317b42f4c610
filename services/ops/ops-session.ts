import { randomBytes } from 'node:crypto'
import { keySourcesOf } from '@app/runtime/backend/open-key-vault.ts'
import type { Settings } from '@app/settings/settings.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import type { Stores, StoresOptions } from '@app/runtime/backend/open-stores.ts'
import { openOpsBackend, openOpsStores } from './backend.ts'
import { openInstallation, type Installation } from './installation.ts'

export interface Terminal {
  readonly say: (line: string) => void
  /** A result, printed unchanged. */
  readonly print: (text: string) => void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export const INTERRUPTED = 130

export const withBackend = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (backend: Backend, installation: Installation) => Promise<Result>,
): Promise<Result> =>
  withInstallation(settings, terminal, (installation, log) => {
    const sources = keySourcesOf(settings, installation.secrets, randomBytes)
    const opening = openOpsBackend(installation.urls, sources, log)
    return closedAfter(opening, (backend) => work(backend, installation))
  })

/** Opens no keys, so it works even if the log belongs to another vault. */
export const withStores = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> =>
  withInstallation(settings, terminal, ({ urls }, log) => closedAfter(openOpsStores(urls, log), work))

const withInstallation = <Result>(
  settings: Settings,
  { say, signal }: Terminal,
  work: (installation: Installation, log: StoresOptions['log']) => Promise<Result>,
): Promise<Result> =>
  closedAfter(openInstallation(settings, say), (installation) =>
    work(installation, { setting: settings.eventStore, say, signal }),
  )

async function closedAfter<Opened extends { close(): Promise<void> }, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
