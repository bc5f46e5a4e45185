import './page.css';
import { openPage } from './openPage.ts';

openPage(acquireVsCodeApi(), document);
