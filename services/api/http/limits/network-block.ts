import { networkOf } from '../client-address.ts'

/** Usually one party has the whole block: a /24 of IPv4, a /48 of IPv6. */
export const networkBlockOf = (address: string): string =>
  address.includes(':') ? `${firstGroups(address, 3)}::/48` : `${firstNumbers(address, 3)}.0/24`

/** Usually one provider's, which sells many blocks to anybody: a /16 of IPv4, a /32 of IPv6. */
export const providerBlockOf = (address: string): string =>
  address.includes(':') ? `${firstGroups(address, 2)}::/32` : `${firstNumbers(address, 2)}.0.0/16`

const firstGroups = (address: string, count: number): string =>
  networkOf(address).split(':').slice(0, count).join(':')

const firstNumbers = (address: string, count: number): string => address.split('.').slice(0, count).join('.')
