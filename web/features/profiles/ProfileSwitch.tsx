import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { ChevronsUpDown } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { profileNameOf } from './profile-choice.ts'
import { ProfileLine } from './ProfileLine.tsx'
import { ProfileList } from './ProfileList.tsx'
import { ProfilePhoto } from '../../ui/people/ProfilePhoto.tsx'

interface ProfileSwitchProps {
  readonly profiles: readonly OwnProfile[]
  readonly chosen: OwnProfile
  readonly onChoose: (profile: OwnProfile) => void
  readonly compact?: boolean
}

export function ProfileSwitch({ profiles, chosen, onChoose, compact = false }: ProfileSwitchProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-haspopup="listbox"
        aria-label={`Perfil: ${isolated(profileNameOf(chosen))}. Cambiar de perfil`}
        className={`flex items-center gap-2.5 rounded-md ${compact ? 'mx-auto p-[3px]' : 'w-full bg-surface p-2 shadow-[0_0_0_1px_var(--line)] hover:bg-surface-2 forced-colors:border'}`}
      >
        {compact ? (
          <ProfilePhoto image={chosen.profile_image} />
        ) : (
          <>
            <ProfileLine profile={chosen} />
            <ChevronsUpDown aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none" />
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          side={compact ? 'right' : 'bottom'}
          sideOffset={6}
          collisionPadding={12}
          aria-label="Elegir perfil"
          className="z-40 w-[max(var(--radix-popover-trigger-width),260px)] max-w-[calc(100vw-24px)] animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface shadow-pop ring-1 ring-line"
        >
          <ProfileList
            profiles={profiles}
            chosen={chosen}
            onChoose={(profile) => {
              setOpen(false)
              onChoose(profile)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
