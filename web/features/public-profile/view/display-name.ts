import type { ViewedProfile } from './viewed-profile.ts'

export function displayName({ name, lastname, company, slug }: ViewedProfile): string {
  return (
    [name, lastname]
      .map((part) => part.trim())
      .join(' ')
      .trim() ||
    company.trim() ||
    slug
  )
}

export const shortName = (profile: ViewedProfile): string => profile.name.trim() || displayName(profile)
