import { randomBytes } from 'node:crypto'
import { keySourcesOf } from '@app/runtime/backend/open-key-vault.ts'
import type { Settings } from '@app/settings/settings.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { openOpsBackend } from './backend.ts'
import { openInstallation, type Installation } from './installation.ts'

export interface Terminal {
  readonly say: (line: string) => void
  /** A result, printed unchanged. */
  readonly print: (text: string) => void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export const INTERRUPTED = 130

export async function withBackend<Result>(
  settings: Settings,
  terminal: Terminal,
  work: (backend: Backend, installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(settings, terminal.say)
  try {
    const log = { setting: settings.eventStore, say: terminal.say, signal: terminal.signal }
    const sources = keySourcesOf(settings, installation.secrets, randomBytes)
    const backend = await openOpsBackend(installation.urls, sources, log)
    try {
      return await work(backend, installation)
    } finally {
      await backend.close()
    }
  } finally {
    await installation.close()
  }
}
