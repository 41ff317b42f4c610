/** Address of printed codes, written cards and copied links, whatever the address of this page. */
export const publicUrl = (): string => document.documentElement.dataset['site'] ?? location.origin
