import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { measureSeals } from '@app/observability/seal-metrics.ts'
import { witnessOf } from '@app/record/checkpoint.ts'
import { sealStatusOf, type SealedRecord } from '@app/record/sealed-record.ts'
import { noteSigner, NoteRefused } from '@app/record/signed-note.ts'
import { startSealer, type SealerLoop } from '@app/record/start-sealer.ts'
import { createTreeStore } from '@app/record/tree-store.ts'
import { startWitnessing } from '@app/record/start-witnessing.ts'
import type { SealStep } from '@app/record/sealer.ts'
import type { ProductDeps } from './product-deps.ts'

type Deps = Pick<ProductDeps, 'backend' | 'secrets' | 'settings' | 'metrics' | 'log' | 'say' | 'onStop'>

/** Seals the log while the product runs, and lets others read how far it is. */
export function openRecord(deps: Deps): SealedRecord {
  const { backend, secrets, settings, metrics, log, onStop } = deps
  const { sealed, projector, reader, now, newId } = backend
  const signer = noteSigner(settings.seal.name, secrets.seal)
  const record: SealedRecord = {
    log: sealed,
    db: reader,
    tree: createTreeStore(reader, sealed.storeId),
    signer,
  }
  measureSeals(metrics.registry, async () => {
    const { seal, unsealedSeconds } = await sealStatusOf(record, now())
    return { unsealedSeconds, sealedEvents: seal?.size ?? 0 }
  })
  if (!settings.seal.isOn) return record
  const witnessing = openWitnessing(deps, record)
  const tree = createTreeStore(projector, sealed.storeId)
  const progress = backlogLines(deps)
  const sealer = startSealer({
    log: sealed,
    tree,
    signer,
    now,
    newId,
    ...onceASeries(log),
    onStep: (step) => {
      progress(step)
      if (step.isSealed) witnessing?.notify()
    },
  })
  onStop(sealer.stop)
  return record
}

/** A failure that repeats is written once, until a step succeeds again. */
function onceASeries(log: Deps['log']): Pick<SealerLoop, 'onTrouble' | 'onRecovered'> {
  let isTold = false
  return {
    onTrouble: (error) => {
      if (isTold) return
      if (isStoreError(error, 'StreamClosed'))
        log.error(
          { err: error },
          'log-seals was closed: nothing is sealed until the owner of the log opens it',
        )
      else log.warn({ err: error }, 'the log could not be sealed; it is tried again')
      isTold = true
    },
    onRecovered: () => {
      if (isTold) log.info('the log is sealed again')
      isTold = false
    },
  }
}

const PAGES_A_LINE = 25

/** What an older log says while it is sealed from its beginning. */
function backlogLines({ say }: Pick<Deps, 'say'>): (step: SealStep) => void {
  let pages = 0
  return ({ head, isAtHead }) => {
    if (isAtHead && pages >= PAGES_A_LINE)
      say(`Registro sellado: ${head.size.toLocaleString('es-CL')} eventos.`)
    pages = isAtHead ? 0 : pages + 1
    if (pages > 0 && pages % PAGES_A_LINE === 0)
      say(`Sellando el registro de eventos: van ${head.size.toLocaleString('es-CL')}…`)
  }
}

function openWitnessing(
  { backend, settings, log, onStop }: Deps,
  { db, tree }: SealedRecord,
): ReturnType<typeof startWitnessing> | undefined {
  const { witness } = settings.seal
  if (witness === undefined) return undefined
  const witnessing = startWitnessing({
    url: witness.url,
    witness: witnessNamed(witness.key),
    db,
    tree,
    write: backend.projector,
    monotonicMs: backend.monotonicMs,
    onTrouble: (error) => log.warn({ err: error }, 'the witness did not sign'),
  })
  onStop(witnessing.stop)
  return witnessing
}

function witnessNamed(vkey: string): ReturnType<typeof witnessOf> {
  try {
    return witnessOf(vkey)
  } catch (cause) {
    if (!(cause instanceof NoteRefused)) throw cause
    throw new StartError('WITNESS_KEY: no es la clave pública de un testigo; cópiala como él la muestra.', {
      cause,
    })
  }
}
