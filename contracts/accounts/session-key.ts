/** In localStorage. The public page's script reads its `token`, so that owners do not count on their own pages. */
export const SESSION_KEY = 'app.session'
