import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import { CARD_OWNER } from '@app/contracts/fields/display-name.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import type { HistoryEntity } from '@app/contracts/api/history-calls.ts'
import type { ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { countedText } from '../../../ui/wording/figures.ts'
import type { HistoryQuery } from './history-filter.ts'
import { actorText, entityId, entityText, ENTITY_NAMES, shortId } from './history-words.ts'

interface EventFactsProps {
  readonly event: HistoryEvent
  readonly onFilter: (changed: Partial<HistoryQuery>) => void
}

/** The person, the purpose and the reason. */
export function EventFacts({ event, onFilter }: EventFactsProps) {
  const { entry, correlation_id: correlation, causation_id: cause, correlated } = event
  const { entity, actor } = entry
  const { consent } = event.event.data
  const accepted = typeof consent === 'string' && findConsentText(consent, isolated(CARD_OWNER))
  return (
    <dl className="event-facts mt-3.5 grid gap-x-3 border-t border-line pt-2.5 text-small first:mt-0 first:border-t-0">
      <Fact name="Quién">{actorText(actor) ?? <ErasedChip />}</Fact>
      <Fact name={ENTITY_NAMES[entity.kind]}>
        <EntityName entity={entity} />
        <TextButton onClick={() => onFilter({ entity: entityId(entity) })}>Toda su vida</TextButton>
      </Fact>
      {accepted && <Fact name="Aceptó">{accepted}</Fact>}
      <Fact name="Causa">{cause === null ? 'Ninguna: empezó aquí' : <Id of={cause} />}</Fact>
      <Fact name="Correlación">
        <Id of={correlation} />
        {correlated > 0 && (
          <TextButton onClick={() => onFilter({ correlation })}>
            {countedText(correlated, 'evento más', 'eventos más')}
          </TextButton>
        )}
      </Fact>
    </dl>
  )
}

function EntityName({ entity }: { readonly entity: HistoryEntity }) {
  const text = entityText(entity)
  if (text === undefined) return <ErasedChip />
  if (entity.slug === null) return <span>{text}</span>
  return (
    <a
      href={text}
      target="_blank"
      rel="noreferrer"
      className="font-mono text-micro text-accent hover:underline"
    >
      {text}
    </a>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="pt-1 text-ink-3">{name}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5 pt-1 wrap-anywhere">
      {children}
    </dd>
  </>
)

const Id = ({ of }: { readonly of: string }) => (
  <span title={of} className="font-mono text-micro text-ink-3">
    {shortId(of)}
  </span>
)

const TextButton = ({
  onClick,
  children,
}: {
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <button
    type="button"
    onClick={onClick}
    className="fact-button relative min-h-6 rounded-xs font-semibold text-accent hover:underline"
  >
    {children}
  </button>
)
