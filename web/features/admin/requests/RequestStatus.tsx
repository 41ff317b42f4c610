import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { statusLook } from './request-words.ts'

const LATE = <TriangleAlert aria-hidden="true" size={12} strokeWidth={2.2} className="flex-none" />

export function RequestStatus({ request }: { readonly request: AdminRequest }) {
  const { tone, text, isLate } = statusLook(request)
  return <Badge tone={tone} text={text} icon={isLate ? LATE : undefined} />
}
