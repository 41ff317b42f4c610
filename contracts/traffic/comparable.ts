interface Compared {
  readonly previous: { readonly from: string } | null
  readonly profile_since: string
}

/** Days on which the profile did not exist have no figures, so a period with such days compares with nothing. */
export const isComparable = ({ previous, profile_since }: Compared): boolean =>
  previous !== null && previous.from >= profile_since
