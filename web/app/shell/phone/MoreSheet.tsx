import type { User } from '@app/contracts/accounts.ts'
import { ShieldCheck } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { BottomSheet } from '../../../ui/Modal.tsx'
import { NavItem, ADMIN_PATH, ADMINISTRATION, TABS, tabAddress } from '../tabs.tsx'
import { AccountMenu } from '../AccountMenu.tsx'

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
