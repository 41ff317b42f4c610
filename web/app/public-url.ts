/** Where printed codes, written cards and copied links lead, whatever address this page was reached at. */
export const publicUrl = (): string => document.documentElement.dataset['site'] ?? location.origin
