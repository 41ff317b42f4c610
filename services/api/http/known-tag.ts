/** Whether an `If-None-Match` names the ETag. */
export const isKnownTag = (tag: string, known = ''): boolean =>
  known.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, '')))
