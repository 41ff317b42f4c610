import { projectionNamed } from '@app/projections/projections.ts'
import { findKeptBuild } from '@app/projections/runtime/rebuild/builds-beside.ts'
import type { Settings } from '@app/settings/settings.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { foldingDeps, swapIn, whileRebuilding } from '../rebuild/builds-of.ts'

/** @returns 1 when there is nothing to go back to */
export const rollbackCommand = (settings: Settings, terminal: Terminal, name: string): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const projection = projectionNamed(name)
    const { projector: db } = backend
    return whileRebuilding(db, projection, async () => {
      const kept = await findKeptBuild(db, projection)
      if (kept === undefined) {
        terminal.print(`La vista ${name} no tiene una anterior guardada. No se cambió nada.`)
        return 1
      }
      await swapIn(foldingDeps(backend, projection), projection, kept.name)
      terminal.print(`Listo: ${name} usa otra vez la anterior, al día. Repetir la orden vuelve a la otra.`)
      return 0
    })
  })
