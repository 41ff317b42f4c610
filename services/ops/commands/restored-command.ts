import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { lastSealOf } from '@app/record/last-seal.ts'
import { givenUpText } from '@app/record/seal-event.ts'
import { createSealHead, trustedKeys, type SignedHead } from '@app/record/seal-head.ts'
import { sealToHead } from '@app/record/seal-to-head.ts'
import { expectContinued, TreeDiffers, type SealerDeps } from '@app/record/sealer.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { EMPTY_ROOT } from '@app/record/tree/merkle-tree.ts'
import { createTreeStore } from '@app/record/tree-store.ts'
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
    const deps = { log, tree, signer, head: createSealHead(sealHeadFile(settings.dataDir)), now, newId }
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
    await giveUp(deps, head)
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
      if (!(error instanceof TreeDiffers)) throw error
      if (attempt > 1) return deps.head.read()
      await deps.tree.clear()
    }
}

/** A backup continues the last seal that it has. @throws StartError */
async function expectRestored({ log, tree, signer }: SealerDeps, head: SignedHead): Promise<void> {
  const { seal } = await lastSealOf(log, trustedKeys(signer.vkey, head))
  if (seal === undefined) return
  await expectContinued(tree, seal, await tree.head()).catch((cause: unknown) => {
    if (!(cause instanceof TreeDiffers)) throw cause
    throw new StartError(NOT_RESTORED, { cause })
  })
}

/** The event first: a crash in between gives the head up again. */
async function giveUp({ log, signer, head: kept, now, newId }: SealerDeps, head: SignedHead): Promise<void> {
  const { seal, vkey, expected } = await lastSealOf(log, trustedKeys(signer.vkey, head))
  const given = {
    size: String(head.size),
    root: head.root.toString('base64'),
    vkey: head.vkey,
    sealedAt: head.sealedAt,
  }
  const signature = signer.sign(givenUpText(signer.name, given)).toString('base64')
  const id = newId()
  const type = 'RestoredLogAccepted'
  const meta = { actor: STAFF, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  const event = { id, type, version: definitionOf(type).version, data: { ...given, signature }, meta }
  await log.append(LOG_SEALS_STREAM, expected, [event])
  const { size, root, sealedAt } = seal ?? { size: 0, root: EMPTY_ROOT, sealedAt: head.sealedAt }
  await kept.replace({ size, root, vkey: vkey ?? signer.vkey, sealedAt })
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
