import { beforeEach } from 'vitest';
import { setLanguage } from '../../src/text/language.ts';

beforeEach(() => setLanguage('en'));
