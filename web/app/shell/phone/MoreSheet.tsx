import type { User } from '@app/contracts/accounts.ts'
import { useLocation } from 'react-router-dom'
import { BottomSheet } from '../../../ui/Modal.tsx'
import { NavItem, tabAddress, tabsOf } from '../tabs.tsx'
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
      {tabsOf(user)
        .filter(({ isUnderMore }) => isUnderMore)
        .map(({ id, name, icon }) => (
          <NavItem
            key={id}
            to={tabAddress(search, id)}
            icon={icon}
            label={name}
            current={tab === id}
            onClick={onClose}
          />
        ))}
      <AccountMenu user={user} slug={slug} onLeave={onClose} />
    </BottomSheet>
  )
}
