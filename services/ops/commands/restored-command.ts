import { StartError } from '@app/contracts/start-error.ts'
import { giveUpHead } from '@app/record/sealing/give-up-head.ts'
import { largestSealOf, lastSealOf } from '@app/record/sealing/last-seal.ts'
import { createSealHead, trustedKeys, type SignedHead } from '@app/record/sealing/seal-head.ts'
import { sealToHead } from '@app/record/sealing/seal-to-head.ts'
import type { SealerDeps } from '@app/record/sealing/sealer.ts'
import { expectContinued, TreeDiffers } from '@app/record/tree/signed-tree.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { TileDamaged } from '@app/record/tree/tiles.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import { sealHeadFile } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { STAFF } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'

type Ask = (question: string) => Promise<string>

/** Lets the chain of seals go on from a log that was restored from a backup. @returns 1 when nothing was done */
export const acceptRestoredCommand = (settings: Settings, terminal: Terminal, ask: Ask): Promise<number> =>
  withBackend(settings, terminal, async ({ sealed: log, projector, now, newId }, { secrets }) => {
    const signer = noteSigner(settings.seal.name, secrets.seal)
    const tree = createTreeStore(projector, log.storeId)
    const deps = { log, tree, signer, head: createSealHead(sealHeadFile(settings.secretsDir)), now, newId }
    terminal.say('Comparando el registro con lo último que se selló aquí…')
    const head = await headThatDiffers(deps)
    if (head === undefined) throw new StartError(NOTHING_TO_ACCEPT)
    await expectRestored(deps, head)
    terminal.print(consequencesOf(head, (await tree.state()).size))
    const answer = await ask('Para confirmar, escribe cuántos eventos tenía lo último que se selló: ')
    if (answer.trim().replaceAll('.', '') !== String(head.size)) {
      terminal.print('No se cambió nada: lo que escribiste no es lo mismo.')
      return 1
    }
    await giveUpHead(deps, head, STAFF)
    await sealToHead(deps)
    terminal.print(
      'El registro restaurado sigue desde aquí, y dice qué se dejó: npm run ops -- verify history.',
    )
    return 0
  })

/** The head beside the key, if the log does not continue it, with its tree made anew. */
async function headThatDiffers(deps: SealerDeps): Promise<SignedHead | undefined> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await sealToHead(deps)
      return undefined
    } catch (error) {
      if (!(error instanceof TileDamaged) || (attempt > 1 && !(error instanceof TreeDiffers))) throw error
      if (attempt > 1) return (await deps.head.read()) ?? headOfLastSeal(deps)
      await deps.tree.clear()
    }
}

/** The folder beside the key has none: what the log says that was signed last is given up. */
async function headOfLastSeal({ log, signer }: SealerDeps): Promise<SignedHead | undefined> {
  const { seal, vkey } = await lastSealOf(log, [signer.vkey])
  if (seal === undefined || vkey === undefined) return undefined
  const { size, root, sealedAt } = seal
  return { size, root, sealedAt, vkey, formerVkeys: [] }
}

/** A backup continues the last seal that it has. @throws StartError */
async function expectRestored({ log, tree, signer }: SealerDeps, head: SignedHead): Promise<void> {
  const { seal } = await largestSealOf({ log, tree }, trustedKeys(signer.vkey, head))
  if (seal === undefined) return
  await expectContinued(tree, seal, await tree.head()).catch((cause: unknown) => {
    if (!(cause instanceof TreeDiffers)) throw cause
    throw new StartError(NOT_RESTORED, { cause })
  })
}

const consequencesOf = (head: SignedHead, events: number): string => `
El registro tiene ${figure(events)} eventos y no continúa lo último que se selló aquí:

  ${figure(head.size)} eventos, sellados el ${head.sealedAt}
  huella ${head.root.toString('base64')}
  clave ${head.vkey}

Si restauraste un respaldo, los sellos siguen desde el registro restaurado, y un evento dice qué se dejó. Los sellos
que alguien guardó de lo que falta siguen probando que existió. Si nadie restauró un respaldo, alguien cambió el
registro: no confirmes, y mira npm run ops -- verify history.
`

const NOT_RESTORED =
  'El registro no continúa ni su propio último sello: no es un respaldo, alguien lo cambió. Mira npm run ops -- verify history.'
const NOTHING_TO_ACCEPT = 'No hay nada que aceptar: el registro continúa lo último que se selló aquí.'
