import type { FromOverview } from '../../protocol/overview.ts';

export type Send = (message: FromOverview) => void;
