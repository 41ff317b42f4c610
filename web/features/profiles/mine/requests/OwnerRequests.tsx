import { useEffect, useRef, useState, useId, type ReactNode } from 'react'
import { useIsConnected } from '../../../../app/connection/use-connection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useOwnerRequestsQuery } from './owner-requests-api.ts'
import './owner-request.css'
import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { UserRoundSearch } from 'lucide-react'
import { candidateIn } from '../../../../ui/rights/candidate-in.ts'
import { CandidateChoice } from '../../../../ui/rights/CandidateChoice.tsx'
import { MatchTable } from '../../../../ui/rights/MatchTable.tsx'
import { dayLabel } from '../../../../ui/wording/exact-time.ts'
import { ownerWords } from './owner-words.ts'
import { OwnerAnswers } from './OwnerAnswers.tsx'

interface OwnerRequestCardProps {
  readonly request: OwnerRequest
  /** Where the owner has several cards. */
  readonly namesCard: boolean
  readonly onDone: () => void
}

/** Asks the owner of a card whether somebody who asks is one of those who left words on it. */
function OwnerRequestCard({ request, namesCard, onDone }: OwnerRequestCardProps) {
  const { kind, profile, due_day: dueDay, asked, candidates } = request
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const candidate = candidateIn(candidates, chosen)
  const { question, consequence } = ownerWords(kind)
  return (
    <section aria-labelledby={id} className="owner-request card">
      <div className="owner-request-asks">
        <span aria-hidden="true" className="owner-request-icon">
          <UserRoundSearch size={22} strokeWidth={1.9} />
        </span>
        <h2 id={id} className="owner-request-title">
          {question} ¿Es esta persona?
        </h2>
        {namesCard && (
          <p className="owner-request-card text-small text-ink-3">{`Tarjeta de ${isolated(profile.name)}`}</p>
        )}
        <p className="owner-request-then text-nav text-ink-2">{consequence}</p>
        <OwnerAnswers request={request} candidate={candidate?.id} onDone={onDone} />
        <p className="owner-request-until text-small text-ink-3 tabular-nums">
          Puedes responder hasta el <time dateTime={dueDay}>{dayLabel(dueDay)}</time>.
        </p>
      </div>
      <div className="owner-request-match">
        {candidates.length > 1 && (
          <CandidateChoice candidates={candidates} chosen={chosen} onChoose={setChosen} />
        )}
        <MatchTable asked={asked} candidate={candidate} keptTitle="Lo que te dejó" showsTold />
        {asked.words !== '' && (
          <p className="text-small wrap-anywhere text-ink-2">{`Agrega: «${isolated(asked.words)}»`}</p>
        )}
      </div>
    </section>
  )
}

const WAIT_MS_MAX = 1_000

interface OwnerRequestsProps {
  readonly namesCard: boolean
  readonly children: ReactNode
}

/**
 * What somebody asks about words left on one's cards, above the rest. The rest waits for it, so that nothing moves
 * later; if it takes too long, it comes below.
 */
export function OwnerRequests({ namesCard, children }: OwnerRequestsProps) {
  const {
    data = [],
    isLoading,
    isError,
    isFetching,
    refetch,
  } = useOwnerRequestsQuery(undefined, {
    refetchOnReconnect: true,
  })
  const isConnected = useIsConnected()
  const isLate = useIsLate(isLoading)
  const [answered, setAnswered] = useState<readonly string[]>([])
  const whole = useRef<HTMLDivElement>(null)
  if (isLoading && !isLate) return <CardsSkeleton />
  const open = data.filter(({ id }) => !answered.includes(id))
  // Without a network the shell says so, and it is requested again by itself.
  const hasFailed = isError && isConnected
  const requests = (open.length > 0 || hasFailed) && (
    <div className={`owner-requests ${isLate ? 'is-late' : ''}`}>
      {hasFailed && <Failed isBusy={isFetching} onRetry={() => void refetch()} />}
      {open.map((request) => (
        <OwnerRequestCard
          key={request.id}
          request={request}
          namesCard={namesCard}
          onDone={() => {
            setAnswered([...answered, request.id])
            whole.current?.focus({ preventScroll: true })
          }}
        />
      ))}
    </div>
  )
  return (
    <div ref={whole} tabIndex={-1} className="outline-none">
      {!isLate && requests}
      {children}
      {isLate && requests}
    </div>
  )
}

function useIsLate(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setLate(true), WAIT_MS_MAX)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLate
}

const Failed = ({ isBusy, onRetry }: { readonly isBusy: boolean; readonly onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
    No pudimos revisar si alguien pide los datos que te dejó.
    <Button size="sm" busy={isBusy} onClick={onRetry}>
      Reintentar
    </Button>
  </div>
)

const CardsSkeleton = () => (
  <div
    role="status"
    aria-busy="true"
    className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-3.5"
  >
    <span className="sr-only">Cargando…</span>
    {[1, 2].map((card) => (
      <div key={card} className="owner-request-skeleton skeleton rounded-lg" />
    ))}
  </div>
)
