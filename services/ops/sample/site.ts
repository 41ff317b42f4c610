import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'

/** Profiles of an invented former product, with weights. */
export const PEOPLE = [
  ['catalina-fuentes', 5],
  ['matias-sepulveda', 3],
  ['fernanda-olivares', 2],
] as const satisfies readonly (readonly [string, number])[]

const LINKS: readonly Network[] = ['whatsapp', 'instagram', 'linkedin', 'email', 'website']

export const pagePathOf = (slug: string): string => `/tarjetas/${slug}`
export const vcardPathOf = (slug: string): string => `${pagePathOf(slug)}/contacto.vcf`
export const linkOf = (slug: string, network: Network): string => `${pagePathOf(slug)}/ir/${network}`

export const sampleMap = (): object => ({
  description:
    'Mapa del registro de ejemplo: qué direcciones del sitio antiguo son toques, clics y descargas.',
  methods: ['GET', 'HEAD'],
  statuses: [200, 206, 302, 304],
  rules: PEOPLE.flatMap(([slug]) => [
    { path: `^${pagePathOf(slug)}/?$`, profile: slug, event: 'tap' },
    { path: `^${vcardPathOf(slug).replace('.', '\\.')}$`, profile: slug, event: 'download' },
    ...LINKS.map((network) => ({
      path: `^${linkOf(slug, network)}$`,
      profile: slug,
      event: 'click',
      network,
    })),
  ]),
})
