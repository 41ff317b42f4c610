import type { User } from '@app/contracts/accounts.ts'
import { ShieldCheck } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { NavItem } from '../NavItem.tsx'
import { AccountMenu } from '../AccountMenu.tsx'
import { ADMIN_PATH, ADMINISTRATION } from '../tab-ids.ts'
import { TABS, tabAddress } from '../tabs.ts'

interface MoreSheetProps {
  readonly onClose: () => void
  readonly user: User
  readonly tab: string
  readonly slug: string | undefined
}

export function MoreSheet({ onClose, user, tab, slug }: MoreSheetProps) {
  const { search } = useLocation()
  return (
    <BottomSheet open onOpenChange={onClose} title="Más">
      {TABS.filter(({ isUnderMore }) => isUnderMore).map(({ id, name, icon }) => (
        <NavItem
          key={id}
          to={tabAddress(search, id)}
          icon={icon}
          label={name}
          current={tab === id}
          onClick={onClose}
        />
      ))}
      {user.is_admin && (
        <NavItem
          to={ADMIN_PATH}
          icon={ShieldCheck}
          label="Administración"
          current={tab === ADMINISTRATION}
          onClick={onClose}
        />
      )}
      <AccountMenu user={user} slug={slug} onLeave={onClose} />
    </BottomSheet>
  )
}
