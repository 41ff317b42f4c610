import type { User } from '@app/contracts/api/accounts/user.ts'
import { ShieldCheck } from 'lucide-react'
import { BottomSheet } from '../../ui/overlays/BottomSheet.tsx'
import { NavItem } from './NavItem.tsx'
import { PersonalActions } from './PersonalActions.tsx'
import { ADMIN_PATH, ADMINISTRATION } from './tab-ids.ts'

interface MoreSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly user: User
  readonly tab: string
  readonly slug: string | undefined
}

export function MoreSheet({ open, onOpenChange, user, tab, slug }: MoreSheetProps) {
  return (
    <BottomSheet open={open} onOpenChange={onOpenChange} title="Más">
      {user.is_admin && (
        <NavItem
          to={ADMIN_PATH}
          icon={ShieldCheck}
          label="Administración"
          current={tab === ADMINISTRATION}
          onClick={() => onOpenChange(false)}
        />
      )}
      <PersonalActions user={user} slug={slug} onLeave={() => onOpenChange(false)} />
    </BottomSheet>
  )
}
