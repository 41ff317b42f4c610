import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ProfileLine } from './ProfileLine.tsx'
import { useListbox } from './use-listbox.ts'

interface ProfileListProps {
  readonly profiles: readonly OwnProfile[]
  readonly chosen: OwnProfile
  readonly onChoose: (profile: OwnProfile) => void
}

export function ProfileList({ profiles, chosen, onChoose }: ProfileListProps) {
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
      className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5 outline-none"
    >
      {profiles.map((profile, index) => (
        <div
          key={profile.id}
          id={`profile-${profile.id}`}
          role="option"
          aria-selected={index === selected}
          onPointerMove={() => setActive(index)}
          onClick={() => onChoose(profile)}
          className={`flex cursor-pointer items-center gap-2.5 rounded-sm p-2 [content-visibility:auto] [contain-intrinsic-height:50px] ${index === active ? 'bg-surface-3' : ''}`}
        >
          <ProfileLine profile={profile} />
          {index === selected && <Check aria-hidden="true" size={16} className="flex-none text-accent" />}
        </div>
      ))}
    </div>
  )
}
