/** The used part of the worker's scope; TypeScript's types of workers contradict those of pages. */
interface WorkerEvent {
  readonly waitUntil: (work: Promise<unknown>) => void
}

export interface CardRequested extends WorkerEvent {
  readonly request: Request
  readonly preloadResponse?: Promise<Response | undefined>
  readonly respondWith: (answer: Promise<Response>) => void
}

interface Events {
  readonly activate: WorkerEvent
  readonly message: WorkerEvent & { readonly data: unknown }
  readonly fetch: CardRequested
}

export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly caches: CacheStorage
  readonly fetch: typeof fetch
  readonly registration: { readonly navigationPreload?: { readonly enable: () => Promise<void> } }
  readonly addEventListener: <Name extends keyof Events>(
    name: Name,
    listen: (event: Events[Name]) => void,
  ) => void
}
