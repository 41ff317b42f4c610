export interface NamedProfile {
  readonly slug: string
  readonly name: string
  readonly lastname: string
  readonly company: string
}

/** The owner of a card whose words nobody may read. */
export const CARD_OWNER = 'el dueño de la tarjeta'

/** Whose card it is, as its page and the texts under its forms say. */
export const displayName = ({ name, lastname, company, slug }: NamedProfile): string =>
  `${name.trim()} ${lastname.trim()}`.trim() || company.trim() || slug

export const shortName = (profile: NamedProfile): string => profile.name.trim() || displayName(profile)
