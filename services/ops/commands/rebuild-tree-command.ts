import { StartError } from '@app/contracts/start-error.ts'
import { lastSealOf } from '@app/record/sealing/last-seal.ts'
import { RebuildRefused, rebuildTree } from '@app/record/tree/rebuild-tree.ts'
import { createSealHead } from '@app/record/sealing/seal-head.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import { createLogKeys } from '@app/record/trusted-seals.ts'
import { witnessIn } from '@app/record/witness-key.ts'
import { sealHeadFile } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { dropSnapshots } from '@app/vault/seals/sealed-snapshots.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'

export const rebuildTreeCommand = (settings: Settings, terminal: Terminal): Promise<number> =>
  withBackend(settings, terminal, async ({ sealed: log, projector: db, app }, { secrets }) => {
    const { vkey } = noteSigner(settings.seal.name, secrets.seal)
    const tree = createTreeStore(db, log.storeId)
    const head = createSealHead(sealHeadFile(settings.secretsDir))
    const trust = { keyOf: createLogKeys(log, vkey, head), witness: witnessIn(settings.seal) }
    const signed = (await head.read()) ?? (await lastSealOf(log, [vkey])).seal
    const record = { log, db, tree, signed, ...trust }
    const size = await rebuildTree(record).catch((cause: unknown) => {
      if (!(cause instanceof RebuildRefused)) throw cause
      throw new StartError(
        `El registro no es lo que se selló, y nada cambió (${cause.message}): mira npm run ops -- verify history.`,
        { cause },
      )
    })
    await dropSnapshots(app)
    terminal.print(`Las tablas del sello están hechas de nuevo del registro: ${figure(size)} eventos.`)
    return 0
  })
