import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { measureSeals } from '@app/observability/seal-metrics.ts'
import { witnessIn } from '@app/record/witness-key.ts'
import { sealStatusOf, type SealedRecord } from '@app/record/sealed-record.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { startSealer, type SealerLoop } from '@app/record/start-sealer.ts'
import { createTreeStore } from '@app/record/tree-store.ts'
import { startWitnessing } from '@app/record/start-witnessing.ts'
import type { SealStep } from '@app/record/sealer.ts'
import { createLogKeys, findNewestSeal } from '@app/record/trusted-seals.ts'
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
    keyOf: createLogKeys(sealed, signer.vkey),
    witness: witnessIn(settings.seal),
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
    onTreeCleared: (error) =>
      log.warn({ err: error }, 'the tables of the sealed tree are wrong and are made again from the log'),
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
  record: SealedRecord,
): ReturnType<typeof startWitnessing> | undefined {
  const [{ witness: at }, { witness, tree }] = [settings.seal, record]
  if (at === undefined || witness === undefined) return undefined
  const witnessing = startWitnessing({
    url: at.url,
    witness,
    findSeal: () => findNewestSeal(record),
    tree,
    write: backend.projector,
    monotonicMs: backend.monotonicMs,
    onTrouble: (error) => log.warn({ err: error }, 'the witness did not sign'),
  })
  onStop(witnessing.stop)
  return witnessing
}
