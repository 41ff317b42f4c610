import type { User } from '@app/contracts/api/auth.ts'
import { BottomSheet } from '../../ui/overlays/BottomSheet.tsx'
import { PersonalActions } from './PersonalActions.tsx'

interface MoreSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly user: User
  readonly slug: string | undefined
}

export function MoreSheet({ open, onOpenChange, user, slug }: MoreSheetProps) {
  return (
    <BottomSheet open={open} onOpenChange={onOpenChange} title="Más">
      <PersonalActions user={user} slug={slug} onLeave={() => onOpenChange(false)} />
    </BottomSheet>
  )
}
