import type { OwnProfile } from '@app/contracts/api/profiles.ts'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'

interface ProfileHeaderProps {
  readonly title: string
  /** For the window's title, if it differs from the heading. */
  readonly screen?: string
  readonly profile: Pick<OwnProfile, 'name' | 'lastname' | 'slug'> | undefined
}

export function ProfileHeader({ title, screen = title, profile }: ProfileHeaderProps) {
  return (
    <header className="mb-3.5 grid gap-0.5 min-[900px]:mb-[18px]">
      <ScreenTitle text={title} screen={screen} className="text-h1" />
      {profile && (
        <p className="flex flex-wrap gap-x-3 text-ink-2 [overflow-wrap:anywhere]">
          <span>{`${profile.name} ${profile.lastname}`.trim()}</span>
          <span className="font-mono text-small text-ink-3">/pages/{profile.slug}</span>
        </p>
      )}
    </header>
  )
}
