import { networkOf } from '../client-address.ts'

const IPV4_PARTS = 3
const IPV6_GROUPS = 3

/** Usually one party has the whole block: a /24 of IPv4, a /48 of IPv6. */
export const networkBlockOf = (address: string): string =>
  address.includes(':')
    ? `${networkOf(address).split(':').slice(0, IPV6_GROUPS).join(':')}::/48`
    : `${address.split('.').slice(0, IPV4_PARTS).join('.')}.0/24`
