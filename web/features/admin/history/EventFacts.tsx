import type { HistoryEvent, FieldChange, HistoryEntity } from '@app/contracts/audit.ts'
import { CARD_OWNER, isolated } from '@app/contracts/fields/names.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import type { ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/TimelineLine.tsx'
import { countedText } from '../../../ui/wording/figures.ts'
import type { HistoryQuery } from './use-history-list.ts'
import { actorText, entityId, entityText, ENTITY_NAMES } from './history-words.ts'

interface FactsProps {
  readonly event: HistoryEvent
  readonly onFilter: (changed: Partial<HistoryQuery>) => void
}

/** The person, the thing and the other events of the same act. */
export function Facts({ event, onFilter }: FactsProps) {
  const { entry, correlation_id: correlation, correlated } = event
  const { entity, actor } = entry
  const { consent } = event.event.data
  const accepted = typeof consent === 'string' && findConsentText(consent, isolated(CARD_OWNER))
  return (
    <dl className="grid grid-cols-[minmax(min(92px,30%),auto)_minmax(0,1fr)] gap-x-3 pt-2.5 text-small">
      <Fact name="Quién">{actorText(actor) ?? <ErasedChip />}</Fact>
      <Fact name={ENTITY_NAMES[entity.kind]}>
        <EntityName entity={entity} />
        <TextButton onClick={() => onFilter({ entity: entityId(entity) })}>Toda su vida</TextButton>
      </Fact>
      {accepted && <Fact name="Aceptó">{accepted}</Fact>}
      {correlated > 0 && (
        <Fact name="Junto con">
          <TextButton onClick={() => onFilter({ correlation })}>
            {countedText(correlated, 'evento más', 'eventos más')}
          </TextButton>
        </Fact>
      )}
    </dl>
  )
}

function EntityName({ entity }: { readonly entity: HistoryEntity }) {
  const text = entityText(entity)
  if (text === undefined) return <ErasedChip />
  if (entity.slug === null) return <span>{text}</span>
  return (
    <a href={text} target="_blank" rel="noreferrer" className="font-mono text-micro text-accent underline">
      {text}
    </a>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="min-h-7 pt-1 text-ink-3">{name}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5 pt-1 wrap-anywhere">
      {children}
    </dd>
  </>
)

interface TextButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

const TextButton = ({ onClick, children }: TextButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={
      'relative min-h-6 rounded-xs font-semibold text-accent hover:underline ' +
      'pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5'
    }
  >
    {children}
  </button>
)

/** Each field before and after. Before what was added, and after what was removed, there is nothing to show. */
export function Sides({ before, after, is_erased, is_blocked }: FieldChange) {
  if (is_erased)
    return (
      <dd className="rounded-sm bg-surface-2 px-2.5 py-[5px] ring-1 ring-line">
        <ErasedChip isBlocked={is_blocked} />
      </dd>
    )
  return (
    <>
      {before !== null && (
        <Side sign="−" label="Antes:" look="bg-danger-soft" colour="text-danger" text={before} />
      )}
      {after !== null && (
        <Side sign="+" label="Después:" look="bg-success-soft" colour="text-success" text={after} />
      )}
    </>
  )
}

interface SideProps {
  readonly sign: string
  readonly label: string
  readonly look: string
  readonly colour: string
  readonly text: string
}

const Side = ({ sign, label, look, colour, text }: SideProps) => (
  <dd
    className={`grid grid-cols-[22px_minmax(0,1fr)] py-[5px] pr-2.5 text-small first-of-type:rounded-t-sm last:rounded-b-sm forced-colors:border ${look}`}
  >
    <span className={`text-center font-[650] ${colour}`}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </span>
    <span dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </span>
  </dd>
)
