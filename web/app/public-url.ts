/**
 * Where printed codes, written cards and copied links lead, whatever address this page was reached at. Only Vite's own
 * server leaves the placeholder as it is.
 */
export function publicUrl(): string {
  const said = document.documentElement.dataset['publicUrl'] ?? ''
  return said.startsWith('http') ? said : window.location.origin
}
