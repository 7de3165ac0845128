import type { GatewayEntry } from './define.ts'
import { portOne } from './portone/portOne.ts'
import { sandbox } from './sandbox/sandbox.ts'

/** The payment gateways that can be configured. */
export const GATEWAYS: readonly GatewayEntry[] = [sandbox, portOne]
