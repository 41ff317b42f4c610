const PAGE_LINES = 20

/** Of a page of changes, below `/api`. @param after where the page before ended; empty for the first */
export const historyPath = (profileId: string, after = ''): string =>
  `/profile/${encodeURIComponent(profileId)}/history?limit=${PAGE_LINES}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`
