/** Of all waiting in tests: longer than anything takes that happens at all, on a machine that has much else to do. */
export const WAIT_MS_MAX = 120_000
