/**
 * Key in localStorage; the value is JSON with a `token`. The script of the public page reads it, so that owners are
 * not counted as visitors of their own pages.
 */
export const SESSION_KEY = 'app.session'
