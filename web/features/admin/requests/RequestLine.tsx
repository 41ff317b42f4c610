import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import type { RequestKind } from '@app/contracts/events/rights-events.ts'
import {
  AppWindow,
  CircleUserRound,
  Download,
  Eye,
  FileText,
  Hand,
  Lock,
  Mail,
  PenLine,
  ShieldCheck,
  Trash2,
  UserRoundCheck,
  UserRoundSearch,
  type LucideIcon,
} from 'lucide-react'
import { Link, type To } from 'react-router-dom'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { REQUEST_NAMES, originOf, originTexts, type RequestOrigin } from './request-words.ts'
import { RequestStatus } from './RequestStatus.tsx'

const KIND_ICONS: Readonly<Record<RequestKind, LucideIcon>> = {
  access: Eye,
  correction: PenLine,
  erasure: Trash2,
  objection: Hand,
  portability: Download,
  blocking: Lock,
}
const ORIGIN_ICONS: Readonly<Record<RequestOrigin, LucideIcon>> = {
  mailbox: Mail,
  form: FileText,
  browser: AppWindow,
  account: CircleUserRound,
  command: ShieldCheck,
  unconfirmed: UserRoundSearch,
  confirmed: UserRoundCheck,
}

interface RequestLineProps {
  readonly request: AdminRequest
  readonly href: To
  readonly isOpen: boolean
}

/** What is asked, by whom, how it came, and when it is due or was answered. The whole line is its link. */
export function RequestLine({ request, href, isOpen }: RequestLineProps) {
  const Kind = KIND_ICONS[request.kind]
  const RequestOrigin = ORIGIN_ICONS[originOf(request)]
  return (
    <li className={`request-line ${isOpen ? 'is-open' : ''}`}>
      <span aria-hidden="true" className="request-icon">
        <Kind size={15} strokeWidth={1.9} />
      </span>
      <div className="min-w-0">
        <p className="request-name wrap-anywhere">
          <Link
            to={href}
            preventScrollReset
            data-line={request.id}
            aria-current={isOpen ? 'true' : undefined}
          >
            <span className="whitespace-nowrap">
              <b className="font-[650]">{REQUEST_NAMES[request.kind]}</b> ·
            </span>{' '}
            <Who request={request} />
          </Link>
        </p>
        <p className="request-origin flex items-start gap-x-1.5 text-micro wrap-anywhere">
          <RequestOrigin aria-hidden="true" size={13} strokeWidth={1.9} className="flex-none" />
          <span>{originTexts(request).join(' · ')}</span>
        </p>
      </div>
      <span className="request-status">
        <RequestStatus request={request} />
      </span>
    </li>
  )
}

/** A visit that is no longer counted has no name, erased or not. */
function Who({ request: { who, kind, channel } }: Pick<RequestLineProps, 'request'>) {
  if (who !== null) return <bdi>{who}</bdi>
  return kind === 'objection' && channel === 'browser' ? <span>visita sin nombre</span> : <ErasedChip />
}
