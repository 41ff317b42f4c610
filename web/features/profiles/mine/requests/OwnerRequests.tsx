import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { OwnerRequestCard } from './OwnerRequestCard.tsx'
import { useOwnerRequestsQuery } from './owner-requests-api.ts'
import './owner-request.css'

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
  const { data = [], isLoading, isError, isFetching, refetch } = useOwnerRequestsQuery()
  const isLate = useIsLate(isLoading)
  const [answered, setAnswered] = useState<readonly string[]>([])
  const whole = useRef<HTMLDivElement>(null)
  if (isLoading && !isLate) return <CardsSkeleton />
  const open = data.filter(({ id }) => !answered.includes(id))
  const requests = (open.length > 0 || isError) && (
    <div className={`owner-requests ${isLate ? 'is-late' : ''}`}>
      {isError && <Failed isBusy={isFetching} onRetry={() => void refetch()} />}
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
