import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { ChevronsUpDown, Check } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState, useEffect, useRef, type KeyboardEvent } from 'react'
import { profileNameOf, typedAhead } from './profile-choice.ts'
import { ProfilePhoto } from '../../ui/people/ProfilePhoto.tsx'

function ProfileLine({ profile }: { readonly profile: OwnProfile }) {
  return (
    <>
      <ProfilePhoto image={profile.profile_image} />
      <span className="min-w-0 flex-1 text-left">
        <b dir="auto" className="block truncate text-small leading-[1.25] font-[650] tracking-[-0.01em]">
          {profileNameOf(profile)}
        </b>
        <span className="block truncate text-micro text-ink-3">{`/pages/${profile.slug}`}</span>
      </span>
    </>
  )
}

const TYPED_MS = 600

interface Listbox {
  readonly active: number
  readonly setActive: (index: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The focus stays on the listbox itself (`aria-activedescendant`). */
function useListbox(
  profiles: readonly OwnProfile[],
  selected: number,
  onChoose: (profile: OwnProfile) => void,
): Listbox {
  const [active, setActive] = useState(selected)
  const typed = useRef({ text: '', atMs: 0 })

  const target = (event: KeyboardEvent): number | undefined => {
    const last = profiles.length - 1
    switch (event.key) {
      case 'ArrowDown':
        return Math.min(active + 1, last)
      case 'ArrowUp':
        return Math.max(active - 1, 0)
      case 'Home':
        return 0
      case 'End':
        return last
      default:
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined
        typed.current.text =
          event.timeStamp - typed.current.atMs > TYPED_MS ? event.key : typed.current.text + event.key
        typed.current.atMs = event.timeStamp
        return typedAhead(profiles, typed.current.text, active) ?? active
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const profile = profiles[active]
      if (profile) onChoose(profile)
      return
    }
    const next = target(event)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  return { active, setActive, onKeyDown }
}

interface ProfileListProps {
  readonly profiles: readonly OwnProfile[]
  readonly chosen: OwnProfile
  readonly onChoose: (profile: OwnProfile) => void
}

function ProfileList({ profiles, chosen, onChoose }: ProfileListProps) {
  const selected = profiles.findIndex(({ id }) => id === chosen.id)
  const { active, setActive, onKeyDown } = useListbox(profiles, Math.max(selected, 0), onChoose)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Perfiles"
      tabIndex={0}
      aria-activedescendant={`profile-${profiles[active]?.id}`}
      onKeyDown={onKeyDown}
      className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5 outline-none *:flex *:cursor-pointer *:items-center *:gap-2.5 *:rounded-sm *:p-2 *:[contain-intrinsic-height:50px] *:[content-visibility:auto] @max-[16rem]:[&_.truncate]:line-clamp-3 @max-[16rem]:[&_.truncate]:wrap-anywhere @max-[16rem]:[&_.truncate]:whitespace-normal"
    >
      {profiles.map((profile, index) => (
        <div
          key={profile.id}
          id={`profile-${profile.id}`}
          role="option"
          aria-selected={index === selected}
          onPointerMove={() => setActive(index)}
          onClick={() => onChoose(profile)}
          className={index === active ? 'bg-surface-3' : ''}
        >
          <ProfileLine profile={profile} />
          {index === selected && <Check aria-hidden="true" size={16} className="flex-none text-accent" />}
        </div>
      ))}
    </div>
  )
}

interface ProfileSwitchProps {
  readonly profiles: readonly OwnProfile[]
  readonly chosen: OwnProfile
  readonly onChoose: (profile: OwnProfile) => void
  readonly compact?: boolean
}

export function ProfileSwitch({ profiles, chosen, onChoose, compact = false }: ProfileSwitchProps) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={trigger}
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
          onCloseAutoFocus={(event) => {
            // In the head that stays in sight: the page behind it does not move.
            event.preventDefault()
            trigger.current?.focus({ preventScroll: true })
          }}
          className="@container z-40 w-[max(var(--radix-popover-trigger-width),16.25rem)] max-w-[calc(100vw-24px)] animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface shadow-pop ring-1 ring-line"
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
