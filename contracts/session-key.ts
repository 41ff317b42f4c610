/**
 * Where the browser keeps the session, as JSON with a `token`. The client writes it; the public page's script reads it,
 * so that owners are not counted as visitors of their own pages.
 */
export const SESSION_KEY = 'app.session'
