import type { AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { dayLabel } from '../../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../../ui/wording/figures.ts'
import { searchWith } from '../../sheet/search-with.ts'
import { ProlongButton } from './ProlongButton.tsx'

const LINK = 'font-semibold text-accent hover:underline'

interface RequestFactsProps {
  readonly request: AdminRequestDetail
  readonly wide: boolean
}

/** Until when, and where in the log. */
export function RequestFacts({ request, wide }: RequestFactsProps) {
  const { search } = useLocation()
  const { position, subject, reason, is_prolonged: isProlonged, status } = request
  return (
    <dl className="request-facts grid border-t border-line text-small">
      <Fact name="Plazo">
        <Due request={request} />
        <ProlongButton request={request} wide={wide} />
      </Fact>
      {isProlonged && status === 'open' && reason !== null && (
        <Fact name="Motivo">
          <bdi>{reason}</bdi>
        </Fact>
      )}
      <Fact name="Registro">
        <span className="font-mono">{positionLabel(position)}</span>
        <Link to={{ search: searchWith(search, { tab: 'historial', event: position }) }} className={LINK}>
          Ver en Historial
        </Link>
      </Fact>
      {subject !== null && (
        <Fact name="Lo dejado">
          <a
            href={`/comprobante#person=${encodeURIComponent(subject)}`}
            target="_blank"
            rel="noreferrer"
            className={LINK}
          >
            Comprobante
          </a>
        </Fact>
      )}
    </dl>
  )
}

const Due = ({
  request: { due_day: day, is_prolonged: isProlonged },
}: Pick<RequestFactsProps, 'request'>) => (
  <>
    <time dateTime={day}>{dayLabel(day)}</time>
    <span className="text-ink-3">{isProlonged ? 'por ley, prorrogado' : 'por ley'}</span>
  </>
)

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5 wrap-anywhere tabular-nums">
      {children}
    </dd>
  </>
)
