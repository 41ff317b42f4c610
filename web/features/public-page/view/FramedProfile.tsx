import { useState, type SyntheticEvent } from 'react'
import { ProfileFrame, type FrameProps } from './ProfileFrame.tsx'
import { ProfileView } from './ProfileView.tsx'
import type { ViewedProfile } from './Person.tsx'

type Props = Pick<FrameProps, 'label' | 'className'> & { readonly profile: ViewedProfile }

const IMAGES = ['profile_image', 'company_logo', 'background_image'] as const

/** As on the page: the icon, the company's name or the theme's colours replace an image that fails. */
function withoutFailed(profile: ViewedProfile, failed: readonly string[]): ViewedProfile {
  const gone = IMAGES.filter((field) => failed.includes(profile[field] ?? ''))
  return { ...profile, ...Object.fromEntries(gone.map((field) => [field, null])) }
}

/** A picture of the profile: it scrolls, and nothing in it can be pressed. Unsaved values show as they are typed. */
export function FramedProfile({ profile, label, className }: Props) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = withoutFailed(profile, failed)
  const leaveOut = ({ target }: SyntheticEvent) => {
    const { src = '' } = target as Partial<HTMLImageElement>
    const field = IMAGES.find((name) => shown[name] !== null && src.includes(encodeURIComponent(shown[name])))
    const ref = field && shown[field]
    if (ref) setFailed((before) => [...before.slice(-9), ref])
  }
  return (
    <ProfileFrame
      theme={shown}
      photo={shown.background_image !== null}
      label={label}
      {...(className !== undefined && { className })}
    >
      <div inert onErrorCapture={leaveOut}>
        <ProfileView profile={shown} home="/" embedded />
      </div>
    </ProfileFrame>
  )
}
