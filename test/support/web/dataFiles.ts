/** Replaces `test/host/connection/dataFiles.ts` in a browser worker. */
import { callNode } from './callNode.ts';

export const dataFilesContaining = (text: string): Promise<readonly string[]> =>
  callNode('filesContaining', text);
