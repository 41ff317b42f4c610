import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import type { ReactNode } from 'react'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'

interface ProfileHeaderProps {
  readonly title: string
  /** For the window's title, if it differs from the heading. */
  readonly screen?: string
  readonly profile: Pick<OwnProfile, 'name' | 'lastname' | 'slug'> | undefined
  readonly children?: ReactNode
}

/** As wide as a form and the phone at its side. */
export function ProfileHeader({ title, screen = title, profile, children }: ProfileHeaderProps) {
  return (
    <header className="mb-3.5 flex max-w-[1008px] flex-wrap items-end justify-between gap-x-4 gap-y-2.5 min-[900px]:mb-[18px]">
      <div className="grid min-w-0 gap-0.5">
        <ScreenTitle text={title} screen={screen} className="text-h1" />
        {profile && (
          <p className="flex flex-wrap gap-x-3 text-ink-2 [overflow-wrap:anywhere]">
            <span dir="auto">{`${profile.name} ${profile.lastname}`.trim()}</span>
            <span className="font-mono text-small text-ink-3">{`/pages/${profile.slug}`}</span>
          </p>
        )}
      </div>
      {children}
    </header>
  )
}
