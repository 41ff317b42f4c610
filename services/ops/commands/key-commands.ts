import { randomBytes } from 'node:crypto'
import {
  prepareNextMasterKey,
  masterKeyPath,
  nextMasterKeyPath,
  putNextMasterKey,
  secretsOptionsOf,
} from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { EpochState } from '@app/vault/keys/epochs.ts'
import { securityLogOf } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'

/** Afterwards no copy of the database opens a destroyed key. */
export async function beginEpochCommand(settings: Settings, terminal: Terminal): Promise<number> {
  const { epoch, rewrapped } = await withBackend(settings, terminal, async ({ epochs }) => {
    terminal.say('Envolviendo de nuevo las llaves…')
    return unlessBusy(await epochs.renew())
  })
  tellRotation(settings, rewrapped)
  terminal.print(
    `Comenzó la época ${epoch}: ${figure(rewrapped)} llaves se envolvieron de nuevo y la llave anterior se destruyó. Ninguna copia de la base de datos abre ya lo borrado.`,
  )
  return 0
}

export async function rotateKeyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  const options = secretsOptionsOf(settings, randomBytes)
  const { epoch, rewrapped } = await withBackend(settings, terminal, async ({ epochs }) => {
    const next = await prepareNextMasterKey(options)
    terminal.say('Envolviendo de nuevo las llaves con la clave maestra nueva…')
    const state = unlessBusy(await epochs.rotate(next))
    if (options.files.master === undefined) await putNextMasterKey(options)
    return state
  })
  tellRotation(settings, rewrapped)
  terminal.print(
    `La clave maestra cambió (época ${epoch}, ${figure(rewrapped)} llaves envueltas de nuevo). La anterior ya no vale: destruye sus copias.`,
  )
  if (options.files.master !== undefined) {
    const path = masterKeyPath(options)
    terminal.print(
      `Pon ahora ${nextMasterKeyPath(path)} en lugar de ${path}; hasta entonces deja ambos donde están.`,
    )
  }
  return 0
}

const tellRotation = (settings: Settings, count: number): void =>
  securityLogOf(settings, () => new Date())({ event: 'key-rotated', by: 'ops', count })

function unlessBusy(state: EpochState | undefined): EpochState {
  if (state === undefined)
    throw new StartError(
      'Otro proceso está envolviendo las llaves de nuevo: espera a que termine y repite la orden.',
    )
  return state
}
